import { useCallback, useEffect, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { toRefusal } from '#api/useApi.ts'
import { head, type SiteConfig } from '#layouts/head.ts'
import { PasscodeForm } from '#modules/accounts/pages/PasscodeForm.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import type { Route } from './+types/CaseLink'
import { LinkedCasePage } from './LinkedCasePage.tsx'
import './caseLink.css'

export { actsAtOnce as handle } from '#layouts/scriptLoading.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '办理工作', hidden: true })

/** Where the visitor is: at the link, at the code, in the case, or through. */
type Step =
  | { at: 'checking' | 'passcode' | 'code'; said?: string }
  | { at: 'over' | 'done'; said: string }
  | { at: 'case'; ticket: string }

/** One case on a phone, opened by the link of a message and the second factor of the colleague whom it was sent to. */
export default function CaseLink() {
  const { association } = useRouteLoaderData<SiteConfig>('root')!
  const { hash } = useLocation()
  const [typed, setTyped] = useState('')
  const token = typed || hash.slice(1)
  const [words, setWords] = useState({ reason: '', exceptionReason: '' })
  const [step, setStep] = useState<Step>({ at: 'checking' })
  useEffect(() => {
    if (!token) return setStep({ at: 'passcode' })
    setStep({ at: 'checking' })
    browserApi('POST /caseLink/check', { token }).then(
      () => setStep({ at: 'code' }),
      error => setStep({ at: 'over', said: toRefusal(error).message }),
    )
  }, [token])
  const lock = useCallback((said: string) => setStep({ at: 'code', said }), [])
  const end = useCallback((said: string) => setStep({ at: 'over', said }), [])
  return (
    <main id="main" tabIndex={-1} className="case-link">
      <p className="case-link-site">{association.name}工作后台</p>
      {step.at === 'case' ? (
        <LinkedCasePage
          ticket={step.ticket}
          words={words}
          onWords={setWords}
          lock={lock}
          end={end}
          done={said => setStep({ at: 'done', said })}
        />
      ) : (
        <section className="case-link-card">
          <h1>{titles[step.at]}</h1>
          {step.at === 'checking' && <p role="status">正在核对链接…</p>}
          {step.said && <p role={step.at === 'done' ? 'status' : 'alert'}>{step.said}</p>}
          {step.at === 'code' && (
            <SecondFactor token={token} open={ticket => setStep({ at: 'case', ticket })} end={end} />
          )}
          {(step.at === 'passcode' || (step.at === 'over' && typed)) && (
            <PasscodeForm label="口令" from="短信" typed={setTyped} />
          )}
          {(step.at === 'over' || step.at === 'done') && (
            <a className="button" href="/staff">
              打开工作后台
            </a>
          )}
        </section>
      )}
    </main>
  )
}

const titles: Record<Exclude<Step['at'], 'case'>, string> = {
  checking: '办理工作',
  passcode: '办理工作',
  code: '请确认是您本人',
  over: '不能用这个链接办理',
  done: '已办理',
}

/** Asks for the code; the case itself, and even whose link it is, is not shown before. */
function SecondFactor({
  token,
  open,
  end,
}: {
  token: string
  open: (ticket: string) => void
  end: (said: string) => void
}) {
  const form = useLightForm(async ({ code = '' }) => {
    try {
      open((await browserApi('POST /caseLink/enter', { token, code })).ticket)
    } catch (error) {
      const { code: status, message } = toRefusal(error)
      if (status !== 404 && status !== 409) throw error
      end(message)
    }
  })
  return (
    <LightForm of={form} label="动态验证码" action="打开" busy="正在核对…">
      <LightInput
        name="code"
        label="动态验证码"
        hint="验证器应用上的六位数字；也可用一个备用码"
        error={form.errors.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        autoFocus
        required
      />
      <p className="case-link-note">打开后 15 分钟内可以查看和办理这一项，不能进入工作后台的其他部分。</p>
    </LightForm>
  )
}
