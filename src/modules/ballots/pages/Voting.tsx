import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { toRefusal } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { Refusal } from '#lib/error.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { yesNoNames } from '../ballotWords.ts'
import { type Answer, answerFaults, plainName, type Question } from '../protocol/question.ts'
import { BallotPaper } from './BallotPaper.tsx'
import { ReceiptCheck } from './ReceiptCheck.tsx'
import type { CastingStep } from './secretCasting.ts'
import type { Paper } from './Vote.tsx'

type Props = { paper: Paper; pass: string; reload: () => void }
type Stage = 'choose' | 'check' | 'sending'

const stepWords: Record<CastingStep, string> = {
  prepare: '正在密封选票…',
  right: '正在领取投票权…',
  cast: '正在投出…',
}

/** Choosing, checking, casting, and the receipts; or why there is nothing to vote on now. */
export function Voting({ paper, pass, reload }: Props) {
  const [stage, setStage] = useState<Stage>('choose')
  const [answers, setAnswers] = useState<Answer[]>(() => paper.questions.map(() => ({ picks: [], names: [] })))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const [said, setSaid] = useState('')
  const [receipts, setReceipts] = useState<string[] | undefined>(paper.receipt ? [paper.receipt] : undefined)
  const [isInterrupted, setInterrupted] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isSecret = paper.secrecy === 'secret'
  useEffect(() => {
    if (!isSecret) return
    import('./secretCasting.ts').then(({ keptVote }) => {
      const kept = keptVote(paper)
      if (kept.receipts) setReceipts(kept.receipts)
      else if (kept.pending) {
        setInterrupted(true)
        setAnswers([...kept.pending.answers])
      }
    })
  }, [paper, isSecret])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new stage begins at its heading
  useEffect(() => heading.current?.focus(), [stage, receipts])

  const check = () => {
    const plain = answers.map(({ picks, names }) => ({ picks, names: names.map(plainName).filter(Boolean) }))
    setAnswers(plain)
    const faults = answerFaults(paper.questions, plain)
    setErrors(faults)
    if (Object.keys(faults).length === 0) setStage('check')
  }
  const cast = async () => {
    setStage('sending')
    setProblem('')
    try {
      setReceipts(
        isSecret ? await castInSecret() : [(await browserApi('POST /ballot/vote', { pass, answers })).receipt],
      )
      reload()
    } catch (error) {
      const refusal = toRefusal(error)
      setErrors(refusal.fields ?? {})
      setProblem(refusal.message)
      setStage(refusal.fields ? 'choose' : 'check')
    }
  }
  const castInSecret = async () => {
    const { canSeal, castSecretly } = await import('./secretCasting.ts')
    if (!canSeal()) throw new Refusal(0, '这个浏览器不能密封选票，请用 HTTPS 地址打开，或换一个浏览器')
    const askRights = (rights: { envelope: string; vote: string }[]) =>
      browserApi('POST /ballot/right', { pass, rights })
    return castSecretly({ ...paper, keys: paper.keys! }, answers, askRights, step => setSaid(stepWords[step]))
  }

  if (receipts)
    return (
      <section className="vote-card">
        <h2 ref={heading} tabIndex={-1}>
          已投票
        </h2>
        <p>请抄下或截屏保存回执。凭回执可以查到您的选票在收到的选票之中，但看不出投了什么。</p>
        <ul className="vote-receipts">
          {receipts.map(receipt => (
            <li key={receipt}>
              <code>{receipt}</code>
            </li>
          ))}
        </ul>
        <ReceiptCheck ballotKey={paper.key} receipt={receipts[0]!} />
      </section>
    )
  const obstacle = obstacleOf(paper, isInterrupted)
  if (obstacle) return <p className="vote-card">{obstacle}</p>
  if (stage === 'choose' && !isInterrupted)
    return (
      <form
        className="vote-card"
        aria-label="选票"
        onSubmit={event => {
          event.preventDefault()
          check()
        }}
      >
        <ErrorSummary errors={errors} message={problem || undefined} alone />
        <BallotPaper questions={paper.questions} answers={answers} errors={errors} onChange={setAnswers} />
        <button type="submit" className="button primary">
          核对选票
        </button>
      </form>
    )
  return (
    <section className="vote-card">
      <h2 ref={heading} tabIndex={-1}>
        {isInterrupted ? '上次没有投完，请继续' : '请核对'}
      </h2>
      {paper.questions.map((question, i) => (
        <div key={question.id} className="vote-checked">
          <h3>{question.title}</h3>
          <p>{answerWords(question, answers[i]!)}</p>
        </div>
      ))}
      <p>
        {isSecret
          ? `选票在这部手机上密封，只有 ${paper.threshold} 名计票员一起、在截止以后才能打开；打开的选票与您的姓名没有联系。投出后不能修改。`
          : '记名投票：您的姓名和选择一并公布给看得到结果的人。投出后不能修改。'}
      </p>
      {problem && <p role="alert">{problem}</p>}
      <p role="status">{stage === 'sending' && said}</p>
      <div className="form-actions">
        <button type="button" className="button primary" disabled={stage === 'sending'} onClick={() => void cast()}>
          {stage === 'sending' ? '正在投票…' : '投票'}
        </button>
        {!isInterrupted && (
          <button type="button" className="button" disabled={stage === 'sending'} onClick={() => setStage('choose')}>
            修改
          </button>
        )}
      </div>
    </section>
  )
}

function obstacleOf(
  { state, stateName, means, tookPart, opensAt, closesAt }: Paper,
  isInterrupted: boolean,
): string | undefined {
  const now = Date.now()
  if (state !== 'open') return `这次投票${stateName}。`
  if (!means.includes('online')) return '这次投票只收纸质选票，请到现场领取。'
  if (tookPart === 'paper') return '您已领取纸质选票，请用纸质选票投票。'
  if (now < Date.parse(opensAt)) return `投票从 ${minute(opensAt)} 开始。`
  if (now >= Date.parse(closesAt)) return '投票已截止。'
  if (tookPart && !isInterrupted) return '您已在另一部手机或另一个浏览器上领取投票权，请在那里继续或查看回执。'
  return undefined
}

function answerWords({ kind, options }: Question, { picks, names }: Answer): string {
  const nameOf = (id: string) =>
    kind === 'yesNo'
      ? yesNoNames[id as keyof typeof yesNoNames]
      : (options.find(option => option.id === id)?.name ?? id)
  const chosen = [...picks.map(nameOf), ...names.map(name => `${name}（另写）`)]
  if (chosen.length === 0) return '没有选'
  return kind === 'ranked' ? chosen.map((name, i) => `${i + 1}. ${name}`).join('　') : chosen.join('、')
}
