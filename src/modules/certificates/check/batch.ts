export const MAX_BATCH_NUMBERS = 500

/**
 * The numbers in what somebody pasted: one a line, or between commas, semicolons and tabs. Spaces separate only what
 * can stand alone: many type a number itself with spaces. What holds no digit is none.
 */
export const numbersIn = (pasted: string): string[] =>
  pasted
    .split(/[\n\r\t,，;；、]/)
    .flatMap(part => {
      const words = part.trim().split(/\s+/)
      return words.every(standsAlone) ? words : [words.join(' ')]
    })
    .filter(number => /\d/.test(number))

const standsAlone = (word: string) => word.length >= 6 && /\d/.test(word)
