// The only script of visitors' pages. It uses data attributes and event delegation on the document, so that it also works
// for markup that React adds later on members' pages.
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
