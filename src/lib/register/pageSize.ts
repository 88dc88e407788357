/** Page sizes of a long list; the first is the default. */
export const PAGE_SIZES = [20, 50, 100] as const

export const pageSizeIn = (query: URLSearchParams): number =>
  PAGE_SIZES.find(size => String(size) === query.get('pageSize')) ?? PAGE_SIZES[0]
