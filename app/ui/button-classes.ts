import { classes } from './classes'

// The look of buttons, for the components and for markup that is written as text. Their common base is `.btn` and
// `.icon-btn` of styles/buttons.css: pages of deals have 72 of them. It is weaker than utilities, so a button may get
// more of these.

const TONES = {
  primary: 'bg-primary text-primary-foreground shadow-1 inset-shadow-sheen hover:bg-primary-hover',
  secondary: 'border-input bg-card hover:border-foreground hover:bg-muted',
  ghost: 'hover:bg-muted',
  danger: 'bg-destructive text-destructive-foreground hover:bg-destructive-hover',
  'danger-quiet': 'border-destructive-ink bg-card text-destructive-ink hover:bg-destructive-soft',
  cover: 'bg-cover-button text-cover hover:bg-[#fff] focus-visible:outline-ring-on-cover',
}

// Small ones are for dense rows under a mouse: fingers get the whole 44 pixels.
const SIZES = {
  lg: 'min-h-12.5 px-6 text-base',
  md: '',
  sm: 'min-h-control-sm px-3 py-1.5 text-small max-md:min-h-control pointer-coarse:min-h-control',
}

export type ButtonLook = { tone?: keyof typeof TONES; size?: keyof typeof SIZES; block?: boolean; className?: string }

export function buttonClasses({ tone = 'primary', size = 'md', block, className }: ButtonLook) {
  return classes('btn', TONES[tone], SIZES[size], block && 'w-full', className)
}

const ICON_TONES = {
  plain: '',
  line: 'border-border-strong bg-card hover:bg-muted',
  danger: 'text-destructive-ink hover:bg-destructive-soft',
}

const ICON_SIZES = {
  lg: '',
  sm: 'size-9 max-md:size-11 pointer-coarse:size-11',
}

export type IconButtonLook = {
  tone?: keyof typeof ICON_TONES
  size?: keyof typeof ICON_SIZES
  className?: string
}

export function iconButtonClasses({ tone = 'plain', size = 'lg', className }: IconButtonLook) {
  return classes('icon-btn', ICON_TONES[tone], ICON_SIZES[size], className)
}
