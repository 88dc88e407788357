import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { shareWords } from '#lib/share.ts'
import { shareBaseNames } from '../ballotWords.ts'
import type { Question } from '../protocol/question.ts'
import { totalUnits } from './ballotTexts.ts'

type Result = NonNullable<Output<ApiContract['GET /ballot/result']>['result']>
type Roll = Output<ApiContract['GET /ballot/result']>['roll']
type Props = { questions: readonly Question[]; result: Result; roll: Roll }

/** 投票结果: who took part, and for each question the votes and what follows from them. */
export const ResultTable = ({ questions, result, roll }: Props) => (
  <>
    <p>
      投票人 {roll.voters} 人{totalUnits(roll)}，参加 {roll.online + roll.paper} 人（网上 {roll.online}、纸质{' '}
      {roll.paper}）。有效 {result.cast} 票，无效 {result.rejected} 票。
      {!result.isQuorate && <strong>参加的不足规定人数，投票无效力。</strong>}
    </p>
    {questions.map((question, i) => (
      <QuestionResult key={question.id} question={question} of={result.questions[i]!} />
    ))}
  </>
)

function QuestionResult({ question, of }: { question: Question; of: Result['questions'][number] }) {
  const { share, shareOf, kind, seats } = question
  const tied = of.options.filter(({ isTied }) => isTied)
  return (
    <section className="ballot-result">
      <h3>{question.title}</h3>
      <table className="ballot-table">
        <thead>
          <tr>
            <th scope="col">{kind === 'yesNo' ? '意见' : '候选'}</th>
            <th scope="col">{kind === 'ranked' ? '第一选择' : '得票'}</th>
            {kind !== 'yesNo' && <th scope="col">结果</th>}
          </tr>
        </thead>
        <tbody>
          {of.options.map(({ id, name, units, isElected, isTied }) => (
            <tr key={id || name}>
              <th scope="row">
                {name}
                {!id && '（另写）'}
              </th>
              <td>{units}</td>
              {kind !== 'yesNo' && <td>{isElected ? '当选' : isTied ? '票数相同' : ''}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {of.passes !== null && <strong>{of.passes ? '通过。' : '未通过。'}</strong>}
        {share && `须${shareBaseNames[shareOf]} ${of.base} 票的${shareWords(share)}，即 ${of.needed} 票。`}
        {kind !== 'yesNo' && `应选 ${seats} 人，选出 ${seats - of.seatsLeft} 人。`}
        {tied.length > 0 &&
          `${tied.map(({ name }) => name).join('、')}票数相同，${of.seatsLeft} 个名额未定，由协会按章程另行决定。`}
      </p>
      {of.rounds.length > 1 && (
        <details>
          <summary>各轮计票</summary>
          <ol>
            {of.rounds.map(({ units, exhausted, out }, round) => (
              <li key={round}>
                {Object.entries(units)
                  .map(([id, n]) => `${nameOf(question, id)} ${n}`)
                  .join('、')}
                {exhausted > 0 && `；不再计入 ${exhausted}`}
                {out.length > 0 && `；淘汰${out.map(id => nameOf(question, id)).join('、')}`}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

const nameOf = ({ options }: Question, id: string) => options.find(option => option.id === id)?.name ?? id
