import './vote.css'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import type { Groups } from '../counting/count.ts'
import type { Bytes } from '../protocol/bytes.ts'
import type { OpenedBallot } from '../protocol/tellersTable.ts'
import type { Route } from './+types/StaffBallotOpening'
import { GroupNames } from './GroupNames.tsx'
import { ShareScanner } from './ShareScanner.tsx'

export { staffBallotOpening as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/ballot/detail', { id: pathId(params.id) }),
)

/** 开票: the tellers type their shares one after the other; this browser joins them and opens the envelopes. */
export default function StaffBallotOpening({ loaderData: of }: Route.ComponentProps) {
  useScreenName(`开票：${of.title}`)
  const navigate = useNavigate()
  const [shares, setShares] = useState<Record<string, string>>({})
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [progress, setProgress] = useState<string>()
  const [problem, setProblem] = useState('')
  const [opened, setOpened] = useState<OpenedBallot>()
  const [groups, setGroups] = useState<Groups>({})
  const sending = useSubmit('POST /staff/ballot/count')
  const back = `/staff/ballots/${of.id}`
  if (of.state !== 'closed' || !of.tellersKey || !of.voteKey)
    return (
      <section className="desk-card">
        <p>截止以后、计票以前才能开票。</p>
        <Link to={back}>回到这次投票</Link>
      </section>
    )
  const { tellersKey, voteKey } = of

  const readAll = async () => {
    const { commitmentOf, readShare, wrongGroups } = await import('../protocol/tellersKey.ts')
    const wrong: Record<string, string> = {}
    const parts: Bytes[] = []
    for (const [i, teller] of of.tellers.entries()) {
      const typed = shares[teller]?.trim()
      if (!typed) continue
      const share = await readShare(typed)
      if (!share) {
        const groups = wrongGroups(typed)
        wrong[teller] =
          groups.length > 0 && groups.length < 6
            ? `第 ${groups.join('、')} 组有误，请对照纸上的序号核对`
            : '份额抄写有误或不完整，请逐组核对'
      } else if ((await commitmentOf(share.text)) !== of.commitments[i])
        wrong[teller] = `不是${teller}在这次投票中的份额`
      else parts.push(share.bytes)
    }
    setFaults(wrong)
    return Object.keys(wrong).length === 0 ? parts : undefined
  }
  /** Finds out whose share a code is, and fills it in there. */
  const takeScanned = async (text: string) => {
    const { commitmentOf, readShare } = await import('../protocol/tellersKey.ts')
    const share = await readShare(text)
    const at = share ? of.commitments.indexOf(await commitmentOf(share.text)) : -1
    const teller = of.tellers[at]
    if (!teller) return setProblem(share ? '这一份不是这次投票的份额' : '这不是密钥份额的二维码')
    setProblem('')
    setFaults(({ [teller]: _, ...others }) => others)
    setShares(known => ({ ...known, [teller]: text }))
    announce(`已扫入${teller}的份额`)
  }
  const open = async () => {
    setProblem('')
    const parts = await readAll()
    if (!parts) return
    if (parts.length < of.threshold!)
      return setProblem(
        `须 ${of.threshold} 名计票员，现在有 ${parts.length} 名。份额丢了不能补发；能凑齐的不到 ${of.threshold} 份，这些选票就永远打不开，只能作废后重新投票`,
      )
    try {
      setProgress('正在取选票…')
      const { envelopes } = await browserApi('GET /staff/ballot/envelopes', { id: of.id })
      const { openAll } = await import('../protocol/tellersTable.ts')
      const ballot = { key: of.key, tellersKey, voteKey, questions: of.questions }
      setOpened(await openAll(ballot, parts, envelopes, n => setProgress(`已打开 ${n} / ${envelopes.length}`)))
      setShares({})
    } catch (error) {
      setProblem(toRefusal(error).message)
    } finally {
      setProgress(undefined)
    }
  }
  const publish = async () => {
    const { votes, spoiled } = opened!
    const counted = await sending.submit({ id: of.id, version: of.version, votes, spoiled, groups })
    if (counted) navigate(back)
  }
  if (opened)
    return (
      <section className="desk-card">
        <h2>已打开</h2>
        <p>
          选票 {opened.votes.length} 张，打不开的信封 {opened.spoiled.length} 个。
          {opened.spoiled.length > 0 && `打不开的回执：${opened.spoiled.join('、')}，列入公布文件。`}
        </p>
        <GroupNames questions={of.questions} names={opened.names} groups={groups} onChange={setGroups} />
        {of.means.includes('paper') && !of.isPaperAgreed && (
          <Problem>纸质选票的两份计数还没有一致，请先到投票页填写，再回来开票</Problem>
        )}
        <Problem>{sending.error?.message}</Problem>
        <p>公布以后结果和公布文件立即可以看到，不能修改。打开的选票按随机的密钥排列，与信封的先后没有关系。</p>
        <div className="form-actions">
          <Button type="primary" loading={sending.busy} onClick={() => void publish()}>
            计票并公布
          </Button>
          <Link to={back}>不公布，回到这次投票</Link>
        </div>
      </section>
    )
  return (
    <section className="desk-card">
      <h2>计票员输入密钥份额</h2>
      <p>
        {of.tellers.length} 名计票员中须 {of.threshold} 名，各自输入自己的份额。份额只在这个浏览器里合成密钥，用来打开{' '}
        {of.received} 个信封，不传到服务器。份额由纸上的二维码扫入，或按次序输入；丢了份额的计票员留空，其余的凑足{' '}
        {of.threshold} 份就能开票。
      </p>
      <ShareScanner read={text => void takeScanned(text)} />
      <form
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault()
          void open()
        }}
      >
        {of.tellers.map((teller, i) => (
          <Field key={teller} name={`share-${i}`} label={teller} error={faults[teller]}>
            {described => (
              <Input.Password
                {...described}
                autoComplete="off"
                value={shares[teller] ?? ''}
                onChange={event => setShares({ ...shares, [teller]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Problem>{problem}</Problem>
        <p role="status">{progress}</p>
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={progress !== undefined}>
            开票
          </Button>
          <Link to={back}>回到这次投票</Link>
        </div>
      </form>
    </section>
  )
}
