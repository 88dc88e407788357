import './elections.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { FormValues } from '#lib/form/form.ts'
import { Acts } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { StateTag, Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { dutyNames } from '../electionWords.ts'
import type { Route } from './+types/StaffElection'
import { DelegateShares } from './DelegateShares.tsx'
import { ElectionCandidates } from './ElectionCandidates.tsx'
import { ElectionRoll } from './ElectionRoll.tsx'
import { electionActs, possibleActs } from './electionActs.tsx'
import { type Choices, type ElectionFile, electionFields, electionInput, electionValues } from './electionForm.ts'
import { electionTones } from './electionTones.ts'
import { TieButton } from './TieButton.tsx'

export { staffElection as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  const [of, choices] = await Promise.all([
    api('GET /staff/election/detail', { id }),
    api('GET /staff/election/choices', {}),
  ])
  return { of, choices }
})

/** One election: its days, what is due, and all that was done, one act a step. */
export default function StaffElection({ loaderData: { of, choices } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  useScreenName(of.title)
  return (
    <>
      <Head of={of} choices={choices} reload={reload} />
      <Steps of={of} />
      <Places of={of} reload={reload} />
      {of.candidates.length > 0 && <ElectionCandidates of={of} reload={reload} />}
      {of.ballots.length > 0 && <Ballots of={of} />}
      {of.rollDay && <ElectionRoll of={of} reload={reload} />}
      <section className="desk-card">
        <h2>选举办法</h2>
        <ul className="election-rules">
          {of.sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

type Props = { of: ElectionFile; reload: () => void }

function Head({ of, choices, reload }: Props & { choices: Choices }) {
  const [isEditing, edit] = useState(false)
  const canEdit = ['preparing', 'roll', 'nominating', 'candidates'].includes(of.state)
  const save = async (values: FormValues) => {
    await browserApi('POST /staff/election/save', {
      id: of.id,
      version: of.version,
      ...electionInput(values, of.bodyId),
    })
    announce('已保存')
    reload()
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>
          {of.title} <StateTag of={of} tones={electionTones} />
        </h2>
        {canEdit && <Button onClick={() => edit(true)}>修改日期和届次</Button>}
      </div>
      <Facts
        facts={[
          ['机构', of.bodyName],
          ['由谁选举', of.votingBodyName],
          ['本届届满', of.termEnds],
          ['新一届', `${of.termNumber}，${of.termFrom} 起${of.termTo ? `，至 ${of.termTo}` : ''}`],
          ['投票', [of.votesOn ?? '日期未定', of.place].filter(Boolean).join('　')],
          [
            '工作机构',
            of.committee.length > 0
              ? of.committee.map(({ name, duty }) => `${name}（${dutyNames[duty]}）`).join('、')
              : '未成立',
          ],
          ['例外理由', of.exceptionReason],
          ['取消原因', of.cancelReason],
        ]}
      />
      <Acts acts={electionActs} possible={possibleActs(of)} of={of} reload={reload}>
        <Papers of={of} reload={reload} />
      </Acts>
      {isEditing && (
        <FormDialog
          title={`修改：${of.title}`}
          fields={electionFields(choices, false)}
          initial={electionValues(of)}
          action="保存"
          send={save}
          close={() => edit(false)}
        />
      )}
    </section>
  )
}

function Papers({ of, reload }: Props) {
  const navigate = useNavigate()
  const mayWrite = useMay('staff:content')
  const isCounted = of.ballots.some(({ isQuorate }) => isQuorate !== null)
  const isDecided = of.state === 'decided' || of.state === 'confirmed'
  if (!isCounted) return null
  const article = async () => {
    const { route } = await browserApi('POST /staff/election/article', { id: of.id, version: of.version })
    reload()
    await navigate(route)
  }
  return (
    <>
      <DownloadButton from="GET /staff/election/protocol" input={{ id: of.id }}>
        结果记录 PDF
      </DownloadButton>
      <DownloadButton from="GET /staff/election/protocol" input={{ id: of.id, format: 'docx' }}>
        结果记录 Word
      </DownloadButton>
      <DownloadButton from="GET /staff/election/bundle" input={{ id: of.id }}>
        备案材料
      </DownloadButton>
      {isDecided && mayWrite && (
        <Button onClick={() => void article()}>{of.articleId === null ? '写成公告（草稿）' : '打开公告'}</Button>
      )}
    </>
  )
}

const Steps = ({ of }: { of: ElectionFile }) => (
  <section className="desk-card">
    <h2>日程</h2>
    <p>从{of.votesOn ? '投票日' : '届满日'}往前推算，每一步写明最晚的日期。</p>
    <ol className="election-steps">
      {of.steps.map(({ code, name, latest, about, isDone, note, daysLate }) => (
        <li key={code} data-done={isDone || undefined}>
          <span aria-hidden="true">{isDone ? '✓' : '○'}</span>
          <span>
            {name}
            <span className="hidden-text">{isDone ? '（已完成）' : '（未完成）'}</span>
          </span>
          <time dateTime={latest}>{latest}</time>
          <span className="election-step-note">
            {note || about} {daysLate > 0 && <Tag tone="bad">晚 {daysLate} 天</Tag>}
          </span>
        </li>
      ))}
    </ol>
  </section>
)

const Places = ({ of, reload }: Props) => (
  <section className="desk-card">
    <div className="desk-card-head">
      <h2>名额</h2>
      {of.groups.length > 0 && ['roll', 'nominating'].includes(of.state) && <DelegateShares of={of} reload={reload} />}
    </div>
    {of.contests.length === 0 ? (
      <p>还没有设置名额：哪些职务，各选几人。</p>
    ) : (
      <Table
        caption="名额"
        rows={of.contests}
        columns={[
          { name: '职务', cell: ({ name }) => name },
          { name: '名额', cell: ({ seats }) => seats, isFigure: true },
          { name: '候选人', cell: ({ standing }) => standing, isFigure: true },
          { name: '当选', cell: ({ elected }) => elected, isFigure: true },
          {
            name: '现在',
            cell: contest => (
              <>
                {contest.vacant > 0 ? `暂缺 ${contest.vacant} 名` : contest.nextName || '—'}
                {contest.tied.length > 0 && (
                  <span className="cell-note">{contest.tied.map(({ name }) => name).join('、')}</span>
                )}
              </>
            ),
          },
          ...(of.contests.some(({ isTied }) => isTied)
            ? [
                {
                  name: '办理',
                  cell: (contest: ElectionFile['contests'][number]) =>
                    contest.isTied ? <TieButton of={of} contest={contest} reload={reload} /> : null,
                },
              ]
            : []),
        ]}
      />
    )}
  </section>
)

const Ballots = ({ of }: { of: ElectionFile }) => (
  <section className="desk-card">
    <h2>投票</h2>
    <Table
      caption="投票"
      rows={of.ballots}
      columns={[
        { name: '投票', cell: ({ id, title }) => <Link to={`/staff/ballots/${id}`}>{title}</Link> },
        { name: '选举人', cell: ({ voters }) => voters, isFigure: true },
        { name: '已参加', cell: ({ tookPart }) => tookPart, isFigure: true },
        {
          name: '状态',
          cell: ({ stateName, isQuorate }) => (
            <>
              {stateName} {isQuorate === false && <Tag tone="bad">参加人数不够，无效</Tag>}
            </>
          ),
        },
      ]}
    />
  </section>
)
