/** The first stop of the keyboard, seen only then: jumps over a navigation. */
export function SkipLink({ to, children }: { to: `#${string}`; children: string }) {
  return (
    <a
      className="fixed start-3 top-3 z-60 -translate-y-[200%] rounded-sm bg-primary px-4 py-3 font-semibold text-primary-foreground focus:translate-y-0 print:hidden"
      href={to}
    >
      {children}
    </a>
  )
}
