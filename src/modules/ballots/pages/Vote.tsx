import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { toRefusal } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { PasscodeForm } from '#modules/accounts/pages/PasscodeForm.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { meansNames, secrecyNames } from '../ballotWords.ts'
import type { Route } from './+types/Vote'
import { PASS_PLACE, totalUnits } from './ballotTexts.ts'
import { ResultTable } from './ResultTable.tsx'
import './vote.css'

export { actsAtOnce as handle } from '#layouts/scriptLoading.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '投票', hidden: true })

export type Paper = Output<ApiContract['POST /ballot/paper']>
type Found = Output<ApiContract['POST /ballot/enter']>

/** Loaded with the ballot: who only types a passcode does not wait for it. */
const Voting = lazy(async () => ({ default: (await import('./Voting.tsx')).Voting }))

/** A voter's ballot on a phone: by the token of a message, or by a pass from the member centre. */
export default function Vote() {
  const [token, setToken] = useState('')
  const [pass, setPass] = useState<string>()
  const [found, setFound] = useState<Found>()
  const [problem, setProblem] = useState('')
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const handed = sessionStorage.getItem(PASS_PLACE)
    // Behind `#`: no server sees it written.
    if (location.hash.length > 1) setToken(location.hash.slice(1))
    else if (handed) setPass(handed)
    setReady(true)
  }, [])
  useEffect(() => {
    if (!token) return
    setProblem('')
    browserApi('POST /ballot/enter', { token }).then(
      answer => {
        setFound(answer)
        if (answer.pass) setPass(answer.pass)
      },
      error => setProblem(toRefusal(error).message),
    )
  }, [token])
  const forget = useCallback((said: string) => {
    sessionStorage.removeItem(PASS_PLACE)
    setPass(undefined)
    setFound(undefined)
    setToken('')
    setProblem(said)
  }, [])
  return (
    <article className="vote">
      {pass ? (
        <BallotOf pass={pass} forget={forget} />
      ) : (
        <>
          <h1>{found?.title ?? '投票'}</h1>
          {problem && <p role="alert">{problem}</p>}
          {found && !found.pass && !problem ? (
            <CodeStep token={token} found={found} proved={setPass} />
          ) : token && !problem ? (
            <p role="status">正在核对口令…</p>
          ) : (
            isReady && <PasscodeForm label="口令" from="短信或通知" typed={setToken} />
          )}
        </>
      )}
    </article>
  )
}

/** The code to the phone on the roll, or to the voter's WeChat: who holds the message alone cannot vote. */
function CodeStep({ token, found, proved }: { token: string; found: Found; proved: (pass: string) => void }) {
  const [wait, setWait] = useState(0)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  const { codeTo, codeByWechat } = found
  const send = (by: 'sms' | 'wechat') =>
    browserApi('POST /ballot/code', { token, by }).then(
      ({ interval }) => {
        setSaid(by === 'sms' ? `验证码已发送到 ${codeTo}` : '验证码已发送到您绑定的微信，请看服务通知')
        setWait(interval)
      },
      error => setSaid(toRefusal(error).message),
    )
  const form = useLightForm(async ({ code = '' }) =>
    proved((await browserApi('POST /ballot/prove', { token, code })).pass),
  )
  const button = (by: 'sms' | 'wechat', words: string) => (
    <button type="button" className="button" disabled={wait > 0} onClick={() => void send(by)}>
      {wait > 0 ? `${wait} 秒后可重发` : words}
    </button>
  )
  const places = [codeTo && `登记的手机 ${codeTo}`, codeByWechat && '绑定的微信'].filter(Boolean).join('，或')
  return (
    <>
      <p>
        {found.voterName}，请先确认是您本人：验证码发送到您{places}。
      </p>
      <LightForm of={form} label="验证码" action="打开选票" busy="正在核对…">
        <LightInput
          name="code"
          label="验证码"
          error={form.errors.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          aside={
            <>
              {codeTo && button('sms', '获取短信验证码')}
              {codeByWechat && button('wechat', '由微信获取')}
            </>
          }
        />
        <p role="status">{said}</p>
      </LightForm>
    </>
  )
}

function BallotOf({ pass, forget }: { pass: string; forget: (said: string) => void }) {
  const [paper, setPaper] = useState<Paper>()
  const [problem, setProblem] = useState('')
  const reload = useCallback(
    () =>
      browserApi('POST /ballot/paper', { pass }).then(
        answer => {
          setPaper(answer)
          setProblem('')
        },
        error => {
          const { code, message } = toRefusal(error)
          if (code === 404) forget(message)
          else setProblem(message)
        },
      ),
    [pass, forget],
  )
  useEffect(() => void reload(), [reload])
  if (!paper)
    return (
      <>
        <h1>投票</h1>
        {problem ? (
          <>
            <p role="alert">{problem}</p>
            <button type="button" className="button" onClick={() => void reload()}>
              重试
            </button>
          </>
        ) : (
          <p role="status">正在读取选票…</p>
        )}
      </>
    )
  return (
    <>
      <h1>{paper.title}</h1>
      <p className="vote-facts">
        {paper.voterName}
        {paper.weight > 1 && `，${paper.weight} 票`}　{secrecyNames[paper.secrecy]}
        {'　'}
        {paper.state === 'open' ? `截止 ${minute(paper.closesAt)}` : paper.stateName}
      </p>
      {paper.extensions.map(({ to, reason }) => (
        <p key={to} className="vote-facts">
          已延长到 {minute(to)}：{reason}
        </p>
      ))}
      {paper.explanation && <p className="vote-explanation">{paper.explanation}</p>}
      <Suspense fallback={<p role="status">正在打开选票…</p>}>
        <Voting paper={paper} pass={pass} reload={() => void reload()} />
      </Suspense>
      <Turnout paper={paper} />
      {paper.result && (
        <section className="vote-card">
          <h2>投票结果</h2>
          <ResultTable questions={paper.questions} result={paper.result} roll={paper.roll} />
          <button
            type="button"
            className="button"
            onClick={() =>
              void saveFile('GET /ballot/file', { key: paper.key }, { ticket: pass }).catch(error =>
                setProblem(toRefusal(error).message),
              )
            }
          >
            下载公布文件
          </button>
          <p>
            公布文件有全部选票和签名，任何人可用 <a href="/recount.mjs">独立核对脚本</a> 重新计票。
          </p>
          {problem && <p role="alert">{problem}</p>}
        </section>
      )}
    </>
  )
}

/** Whether the list says that this voter took part: a right that was used without them shows here. */
const Turnout = ({ paper: { tookPart, roll } }: { paper: Paper }) => (
  <p className="vote-turnout">
    已参加 {roll.online + roll.paper} 人，共 {roll.voters} 人{totalUnits(roll)}。您的记录：
    {tookPart ? `已参加（${meansNames[tookPart]}）` : '未参加'}
    {tookPart && '。如果您没有参加，请立即与协会联系。'}
  </p>
)
