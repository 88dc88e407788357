/** Maximum characters of a single text, and of each part of a longer one. */
const MAX_SINGLE_CHARS = 70
const MAX_PART_CHARS = 67

/** Number of texts that a provider charges for. */
export const smsParts = (text: string): number =>
  text.length <= MAX_SINGLE_CHARS ? 1 : Math.ceil(text.length / MAX_PART_CHARS)

/** “，约 13.50 元”, of so many texts; nothing where the price of one is not known. */
export const costWords = (parts: number, price: number | null): string =>
  price === null ? '' : `，约 ${(parts * price).toFixed(2)} 元`
