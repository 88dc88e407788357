import { z } from 'zod'

/** Code checked against a registry when it is parsed, since modules may add to it; documented like `z.enum`. */
export const registeredCode = <Code extends string>(codes: () => readonly Code[], message?: string) =>
  z
    .custom<Code>(given => codes().some(code => code === given), message)
    .meta({
      type: 'string',
      get enum() {
        return [...codes()]
      },
    })
