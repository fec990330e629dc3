/** The gilt double line on a book cover. */
export function GiltRule() {
  return <div className="h-1.5 w-30 border-y-[1.5px] border-gilt" />
}
