const DATE =
  /(?<!\d)((?:19|20)\d{2})\s*[-./年]\s*(\d{1,2})\s*[-./月]\s*(\d{1,2})(?!\d)\s*日?(?:[\sT]*(\d{1,2})\s*[:：时]\s*(\d{2}))?/u

/** The first day that a text names, with its time where it has one, as Shanghai reads it. */
export function momentIn(text: string): Date | undefined {
  const [, year, month, day, hour = '0', minute = '0'] = text.normalize('NFKC').match(DATE) ?? []
  if (!year) return
  const two = (part: string) => part.padStart(2, '0')
  const written = `${year}-${two(month!)}-${two(day!)}`
  const moment = new Date(`${written}T${two(hour)}:${two(minute)}:00+08:00`)
  // The 31st of April is no day.
  if (Number.isNaN(moment.getTime())) return
  return new Date(moment.getTime() + 8 * 3_600_000).toISOString().startsWith(written) ? moment : undefined
}
