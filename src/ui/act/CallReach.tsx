import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract, ApiKey } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import type { Refusal } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { partsOf } from '../table/useBulk.ts'
import { ReachSummary } from './ReachSummary.tsx'

/** Calls whose contract says that they send. */
type SendingKey = { [K in ApiKey]: ApiContract[K] extends { sends: true } ? K : never }[ApiKey]
/** A call that sends messages, as it would be made; for many records several times. */
export type SendingCall = { [K in SendingKey]: { call: K; inputs: Input<ApiContract[K]>[] } }[SendingKey]
export type PlannedCall = { [K in SendingKey]: { call: K; input: Input<ApiContract[K]> } }[SendingKey]
type Answer = { counts?: Output<ApiContract['POST /staff/reach']>; error?: Refusal }

/** Pause of the input after which is asked again. */
const PAUSE_MS = 500

/** Shows whom a call will reach by which channel, and whom not, before it is made; asked again when its input changes. */
export function CallReach({ call, inputs }: SendingCall) {
  const asked = JSON.stringify({ call, inputs })
  const [{ counts, error }, setAnswer] = useState<Answer>({})
  const isFirst = useRef(true)
  useEffect(() => {
    let current = true
    const ask = () =>
      browserApi('POST /staff/reach', JSON.parse(asked)).then(
        counts => current && setAnswer({ counts }),
        error => current && setAnswer({ error: toRefusal(error) }),
      )
    const timer = setTimeout(ask, isFirst.current ? 0 : PAUSE_MS)
    isFirst.current = false
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [asked])
  if (error) return <p>{error.fields ? '填写以后，这里写明会通知谁。' : `现在还不能办理：${error.message}`}</p>
  if (!counts) return <p>正在核对会通知谁…</p>
  const refused = counts.refused > 0 && (
    <p className="field-error">有 {counts.refused} 条现在不能办理，办理时逐条说明原因。</p>
  )
  if (counts.people === 0) return refused || <p>不通知任何人。</p>
  return (
    <>
      {refused}
      <p>会告知 {counts.people} 个单位或个人：</p>
      <ReachSummary
        counts={counts}
        sms={counts.sms > 0 || counts.smsUnfiled}
        mail={counts.mail > 0}
        load={(channel, pageNum) => browserApi('POST /staff/reach/list', { ...JSON.parse(asked), channel, pageNum })}
      />
    </>
  )
}

/** One call for many records, as `useBulk` makes it: part by part. */
export function inParts(ids: readonly number[], callOf: (ids: number[]) => PlannedCall): SendingCall {
  const parts = partsOf(ids).map(callOf)
  return { call: parts[0]!.call, inputs: parts.map(({ input }) => input) } as SendingCall
}

const isText = ({ kind }: FormField) => kind === 'text' || kind === 'paragraph'

/** Values with which to ask before the words are written: none of them changes whom they reach. */
export const withoutWords = (fields: readonly FormField[], values: FormValues): FormValues => ({
  ...values,
  ...Object.fromEntries(fields.filter(isText).map(({ name, required }) => [name, required ? '（待填写）' : ''])),
})
