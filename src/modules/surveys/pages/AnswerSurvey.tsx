import './surveys.css'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import { useSignedIn } from '#api/useSignedIn.ts'
import { head } from '#layouts/head.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { PasscodeForm } from '#modules/accounts/pages/PasscodeForm.tsx'
import { loginPath } from '#ui/MenuLink.tsx'
import { Link } from '#ui/router/router.tsx'
import { identityPromises } from '../surveyWords.ts'
import type { Route } from './+types/AnswerSurvey'

export { actsAtOnce as handle } from '#layouts/scriptLoading.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '填写问卷', hidden: true })

export type OpenedSurvey = Output<ApiContract['POST /survey/open']>

/** Loaded with the questions: who only types a code does not wait for it. */
const Answering = lazy(async () => ({ default: (await import('./Answering.tsx')).Answering }))

/** A survey as it is answered, on a phone first: by an account, by the code of a message, or by whoever has the link. */
export default function AnswerSurvey({ params: { key } }: Route.ComponentProps) {
  const isSignedIn = useSignedIn()
  const [token, setToken] = useState<string>()
  const [opened, setOpened] = useState<OpenedSurvey>()
  const [problem, setProblem] = useState('')
  /** A code that was refused is said beside the form where another one can be typed. */
  const [refused, setRefused] = useState('')
  useEffect(() => {
    if (location.hash.length > 1) setToken(location.hash.slice(1))
    else setToken('')
  }, [])
  const load = useCallback(async () => {
    if (token === undefined) return
    setProblem('')
    try {
      setOpened(await browserApi('POST /survey/open', { key, ...(token && { token }) }))
    } catch (error) {
      const { message } = toRefusal(error)
      if (!token) return setProblem(message)
      setRefused(message)
      setToken('')
    }
  }, [key, token])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever signs in is somebody else
  useEffect(() => void load(), [load, isSignedIn])
  if (!opened)
    return (
      <article className="survey">
        <h1>填写问卷</h1>
        {problem ? (
          <>
            <p role="alert">{problem}</p>
            <button type="button" className="button" onClick={() => void load()}>
              重试
            </button>
          </>
        ) : (
          <p role="status">正在打开问卷…</p>
        )}
      </article>
    )
  const { title, intro, identity, closesAt, may, obstacle, name, state, stateName, questions, hasResults } = opened
  return (
    <article className="survey">
      <h1>{title}</h1>
      <p>
        {name && `${name}　`}
        {state === 'open' ? (closesAt ? `截止 ${minute(closesAt)}` : '') : stateName}
      </p>
      {intro && <p className="survey-text">{intro}</p>}
      <p className="survey-note">{identityPromises[identity]}</p>
      {refused && may === 'signIn' && <p role="alert">{refused}</p>}
      {obstacle && <p role="status">{obstacle}</p>}
      {may === 'signIn' && (
        <>
          {!isSignedIn && (
            <p>
              <Link className="button primary" to={loginPath(`/admin/survey/${key}`)}>
                登录会员账号填写
              </Link>
            </p>
          )}
          <p>没有账号的，请输入协会发给您的口令：</p>
          <PasscodeForm label="口令" from="短信或邮件" typed={setToken} />
        </>
      )}
      {questions.length > 0 && (
        <Suspense fallback={<p role="status">正在打开题目…</p>}>
          <Answering
            key={`${key} ${name}`}
            surveyKey={key}
            token={token || undefined}
            of={opened}
            isFilling={may === 'fill'}
            reload={() => void load()}
          />
        </Suspense>
      )}
      {hasResults && (
        <p>
          <Link to={`/admin/survey/${key}/result`}>查看公开的结果</Link>
        </p>
      )}
    </article>
  )
}
