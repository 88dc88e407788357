import { Refusal } from '#lib/error.ts'

/** `maintenance`: visitors and members wait, staff work. `readOnly`: everybody reads, nobody writes. */
export type OperationMode = 'open' | 'readOnly' | 'maintenance'
export type Operation = {
  mode: OperationMode
  /** Message for people, instead of the usual sentence. */
  message: string
  /** Name of the association, for the page that shows the message. */
  name: string
  colour: string
  /** 试用: nothing leaves to outside, search engines are kept out, papers carry a mark. */
  isTrial: boolean
}

let current: Operation = { mode: 'open', message: '', name: '', colour: '#0b4a7f', isTrial: false }

/** Mode last notified to this process; read with every request. */
export const operation = (): Operation => current
export const noteOperation = (heard: Operation): void => {
  current = heard
}

export const isClosed = () => current.mode === 'maintenance'
export const isOnTrial = () => current.isTrial

const SENTENCES = {
  maintenance: '网站正在维护，暂时不能办理，请稍后再来',
  readOnly: '网站暂时只能查看，不能提交或修改，请稍后再试',
}

export const sentenceOf = ({ mode, message }: Operation): string => message || (mode === 'open' ? '' : SENTENCES[mode])

/** Calls that stay allowed, so that staff can sign in, end the closed mode and call off a go-live. */
const ALWAYS = /^POST \/((staff\/)?(login|logout)|staff\/(confirm|totp\/\w+|operation\/save|go-live\/cancel))(\/|$)/

/** Refuses what would write: nothing of members and visitors in maintenance, nothing of anybody while all only read. */
export function refuseWhileClosed({ isStaff }: { isStaff: boolean }, key: string): void {
  const now = operation()
  if (now.mode === 'open' || !key.startsWith('POST ') || ALWAYS.test(key)) return
  if (now.mode === 'maintenance' && isStaff) return
  throw new Refusal(503, sentenceOf(now))
}
