import { z } from 'zod'

/** One of the codes that are registered when it is read, where modules may add to them; told to others like `z.enum`. */
export const registeredCode = <Code extends string>(codes: () => readonly Code[], message?: string) =>
  z
    .custom<Code>(given => codes().some(code => code === given), message)
    .meta({
      type: 'string',
      get enum() {
        return [...codes()]
      },
    })
