/** Numbers of standards as they are printed: GB/T 1576—2018, T/XX 005-2026, TSG 11—2020, DL/T 794. */
const CODE = /^[A-Z]{1,5}(?:\/[A-Z]{1,6})* ?\d+(?:\.\d+)?(?:[-–—]\d{4})?(?!\d)/

/** A title that begins with the number of a standard, in two parts. */
export function splitStandardCode(title: string): { code: string; rest: string } {
  const code = CODE.exec(title)?.[0] ?? ''
  return { code, rest: code ? title.slice(code.length).replace(/^[：:\s]+/, '') : title }
}
