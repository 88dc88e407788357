import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import type { Output } from '#lib/contract.ts'
import type { Route } from './+types/Subscription'

export { actsAtOnce as handle } from '#layouts/scriptLoading.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '简报订阅', hidden: true })

type Of = Output<ApiContract['POST /newsletter/subscription']>
type Act = 'POST /newsletter/confirm' | 'POST /newsletter/leave'

/** Confirms or ends a subscription by the link of a mail. Opening it changes nothing: scanners of links open it, too. */
export default function Subscription(_: Route.ComponentProps) {
  const [key, setKey] = useState('')
  const [of, setOf] = useState<Of>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const found = location.hash.slice(1)
    setKey(found)
    if (!found) return setProblem('链接不完整，请从邮件中重新打开。')
    browserApi('POST /newsletter/subscription', { key: found }).then(setOf, error =>
      setProblem(toRefusal(error).message),
    )
  }, [])
  const act = async (call: Act) => {
    setBusy(true)
    setProblem('')
    try {
      setOf(await browserApi(call, { key }))
    } catch (error) {
      setProblem(toRefusal(error).message)
    } finally {
      setBusy(false)
    }
  }
  const button = (call: Act, name: string, isMain = false) => (
    <button
      type="button"
      className={isMain ? 'button primary' : 'button'}
      disabled={busy}
      onClick={() => void act(call)}
    >
      {name}
    </button>
  )
  return (
    <div className="wrap">
      <h1>简报订阅</h1>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {!of && !problem && <p>正在打开…</p>}
      {of && (
        <>
          <p role="status">{`${of.email}：${of.stateName}`}</p>
          {of.state === 'asked' && (
            <p>确认后，协会的简报会发到这个邮箱。{button('POST /newsletter/confirm', '确认订阅', true)}</p>
          )}
          {of.state === 'confirmed' && (
            <p>退订后，不再向这个邮箱发送简报。{button('POST /newsletter/leave', '退订')}</p>
          )}
          {of.state === 'left' && (
            <p>已不再发送。退错了的，7 天内可以撤回。{button('POST /newsletter/confirm', '继续订阅')}</p>
          )}
        </>
      )}
      <p>
        <a href="/admin/newsletter">看已发出的简报</a>
      </p>
    </div>
  )
}
