/** The tab that an address names, or the first: there may be anything in an address. */
export const chosenTab = (query: URLSearchParams, tabs: readonly { key: string }[]): string =>
  (tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0]!).key
