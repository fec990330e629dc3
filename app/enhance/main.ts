// The one script of visitors' pages. Everything hangs on data attributes and listens on the document, so that it
// also works for markup that React adds later on members' pages.
import './copy'
import './counters'
import './drawer'
import './errors'
import './hero-video'
import './filters'
import './flash'
import './header'
import './images'
import './referrer'
import './theme'
import './tooltips'
