/** How many rows of a long list stand on a page: as many as one chooses, the first where nobody has. */
export const PAGE_SIZES = [20, 50, 100] as const

/** As the address has it. */
export const pageSizeIn = (query: URLSearchParams): number =>
  PAGE_SIZES.find(size => String(size) === query.get('pageSize')) ?? PAGE_SIZES[0]
