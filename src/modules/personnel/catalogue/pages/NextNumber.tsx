import { useDeferredValue } from 'react'
import { useApi } from '#api/useApi.ts'
import type { FormRow, FormValues } from '#lib/form/form.ts'
import { faultOf } from '#modules/certificates/numbering.ts'

const asCode = (typed: unknown) => (/^[A-Z0-9]{1,6}$/.test(String(typed)) ? String(typed) : '')

/** The number that the next certificate would have by what is typed, or what is wrong with the rule. */
export function NextNumber({ typed }: { typed: FormValues }) {
  const { numberRule, code, levels } = useDeferredValue(typed)
  const rule = String(numberRule ?? '')
  const [level] = (levels ?? []) as FormRow[]
  const fault = faultOf(rule)
  if (rule === '') return null
  if (fault) return <p role="status">编号规则有误：{fault}</p>
  return <Asked rule={rule} code={asCode(code)} level={asCode(level?.code)} />
}

function Asked(of: { rule: string; code: string; level: string }) {
  const { data, error } = useApi('GET /staff/personnel/kind/number', of)
  return (
    <p role="status">
      {error ? error.message : <>下一张证书的编号（持证人在北京）：{data ? <b>{data.number || data.fault}</b> : '…'}</>}
    </p>
  )
}
