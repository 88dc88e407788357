/** In characters: of one text, and of each part where it is longer than that. */
const ONE = 70
const PART = 67

/** As how many texts a provider counts it. */
export const smsParts = (text: string): number => (text.length <= ONE ? 1 : Math.ceil(text.length / PART))

/** “，约 13.50 元”, of so many texts; nothing where the price of one is not known. */
export const costWords = (parts: number, price: number | null): string =>
  price === null ? '' : `，约 ${(parts * price).toFixed(2)} 元`
