/** The same address with one more, or another, word in its query: for a link that opens something beside a list. */
export function withQuery(query: URLSearchParams, name: string, value: string | number): string {
  const next = new URLSearchParams(query)
  next.set(name, String(value))
  return `?${next}`
}
