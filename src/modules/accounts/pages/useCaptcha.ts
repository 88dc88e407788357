import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { toRefusal } from '#api/useApi.ts'
import { Refusal } from '#lib/error.ts'

type Question = { captchaId: string; question: string }
type Given = { captchaId?: string; captcha?: string }

/** Shows that no program is at work: the browser does some work by itself; only one that cannot asks its user a question. */
export function useCaptcha() {
  const [asked, setAsked] = useState<Question | null>(null)
  const [answer, setAnswer] = useState('')
  const show = (question: Question) => {
    setAsked(question)
    setAnswer('')
  }
  const ask = async () => show(await browserApi('GET /captcha', {}))
  /** Makes the call; where the server wants more than the call, does the work and makes it once more. */
  const send = async <Answer>(call: (given: Given) => Promise<Answer>): Promise<Answer> => {
    try {
      return await call(asked ? { captchaId: asked.captchaId, captcha: answer } : {})
    } catch (error) {
      const refusal = toRefusal(error)
      if (asked) {
        // A captcha accepts one answer only, so a new one is loaded.
        await ask().catch(() => {})
        throw refusal
      }
      if (!isCaptchaOnlyFault(refusal)) throw withoutCaptcha(refusal)
      const { work, ...question } = await browserApi('GET /captcha', {})
      const { solveProofOfWork } = await import('./doWork.ts')
      const captcha = await solveProofOfWork(work)
      if (captcha !== undefined) return call({ captchaId: question.captchaId, captcha })
      show(question)
      throw refusal
    }
  }
  return { asked, answer, setAnswer, ask, send, dismiss: () => setAsked(null) }
}

/** Returns true if the captcha is the only fault, so the server has not tried the request yet. */
const isCaptchaOnlyFault = ({ message, fields = {} }: Refusal) =>
  Object.keys(fields).length === 1 && fields.captcha === message

/** Removes the captcha fault: at this point the form shows no captcha field. */
function withoutCaptcha(refusal: Refusal): Refusal {
  if (!refusal.fields?.captcha) return refusal
  const { captcha: _, ...fields } = refusal.fields
  return new Refusal(refusal.code, refusal.message, fields, refusal.requestId)
}
