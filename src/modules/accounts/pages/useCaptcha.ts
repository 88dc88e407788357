import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { Refusal } from '#lib/error.ts'

type Question = { captchaId: string; question: string }

/** A question that is only asked once the server wants an answer. */
export function useCaptcha() {
  const [asked, setAsked] = useState<Question | null>(null)
  const [answer, setAnswer] = useState('')
  const ask = async () => {
    setAsked(await browserApi('GET /captcha', {}))
    setAnswer('')
  }
  return {
    asked,
    answer,
    setAnswer,
    /** A new question, since each is good for one answer. */
    ask,
    /** After a refusal: where the server wants an answer, or an earlier one is used up. */
    askIfWanted: async (refusal: Refusal) => {
      if (asked || refusal.fields?.captcha) await ask().catch(() => {})
    },
    dismiss: () => setAsked(null),
    given: asked ? { captchaId: asked.captchaId, captcha: answer } : {},
  }
}
