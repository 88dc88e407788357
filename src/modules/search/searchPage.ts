/** Address of a search; defaults to all types by relevance. */
export function searchPage(typed: string, { type, sort }: { type?: string; sort?: string } = {}): string {
  const query = new URLSearchParams({ key: typed })
  if (type) query.set('type', type)
  if (sort) query.set('sort', sort)
  return `/admin/home/search?${query}`
}
