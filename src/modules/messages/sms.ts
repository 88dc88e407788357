/** Maximum characters of a single text, and of each part of a longer one. */
const ONE = 70
const PART = 67

/** Number of texts that a provider charges for. */
export const smsParts = (text: string): number => (text.length <= ONE ? 1 : Math.ceil(text.length / PART))

/** “，约 13.50 元”, of so many texts; nothing where the price of one is not known. */
export const costWords = (parts: number, price: number | null): string =>
  price === null ? '' : `，约 ${(parts * price).toFixed(2)} 元`
