/** In characters: of one text, and of each part where it is longer than that. */
const ONE = 70
const PART = 67

/** As how many texts a provider counts it. */
export const smsParts = (text: string): number => (text.length <= ONE ? 1 : Math.ceil(text.length / PART))
