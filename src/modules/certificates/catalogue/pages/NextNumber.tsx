import { type ReactNode, useDeferredValue } from 'react'
import { useApi } from '#api/useApi.ts'
import { ruleFault } from '#modules/certificates/numbering.ts'
import './nextNumber.css'

/** The number that the next certificate would have by what is typed, or what is wrong with the rule. */
export function NextNumber(typed: { rule: unknown; code: unknown; level: unknown }) {
  const { rule, code, level } = useDeferredValue(typed)
  const text = String(rule ?? '')
  const fault = ruleFault(text)
  if (text === '') return null
  return fault ? <Fault>编号规则有误：{fault}</Fault> : <Asked rule={text} code={asCode(code)} level={asCode(level)} />
}

const asCode = (typed: unknown) => (/^[A-Z0-9]{1,6}$/.test(String(typed)) ? String(typed) : '')

const Fault = ({ children }: { children: ReactNode }) => (
  <p className="next-number" role="status" data-fault>
    {children}
  </p>
)

function Asked(of: { rule: string; code: string; level: string }) {
  const { data, error } = useApi('GET /staff/certificate/number', of)
  if (error) return <Fault>{error.message}</Fault>
  return (
    <p className="next-number" role="status">
      下一张证书的编号（以北京为例）：{data ? <b>{data.number || data.fault}</b> : '…'}
    </p>
  )
}
