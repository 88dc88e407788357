import { Radio } from 'antd'
import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import type { Input } from '#lib/contract.ts'
import { resultNames } from '#modules/training/participantWords.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { type Round, roundNames, rounds } from '../passing.ts'
import { type Results, resultTones, type ScoreRow } from './resultViews.ts'
import { ScoreCell } from './ScoreCell.tsx'
import { ScoreImport } from './ScoreImport.tsx'
import { ScoreSaving } from './ScoreSaving.tsx'
import { pastedScoreWords, pasteScores, type ScoreColumn } from './scorePasting.ts'
import type { Scoring } from './scoring.ts'

const scopes = [
  { code: 'lacking', name: '未录全' },
  { code: 'makeup', name: '补考名单' },
  { code: 'certifiable', name: '可发证' },
]
const results = Object.entries(resultNames).map(([code, name]) => ({ code, name }))

type Filters = Input<ApiContract['GET /staff/training/scores']>
type Props = { of: Results; scoring: Scoring; changed: () => void }

/** 成绩: a table to type into, row by row with Enter; or by a workbook. */
export function ScoreSheet({ of, scoring, changed }: Props) {
  const { id } = of
  const [query, setQuery] = useSearchParams()
  const { pageNum, scope, result, key } = useFilters<Filters>('scope', 'result', 'key')
  const round: Round = query.get('round') === 'makeup' ? 'makeup' : 'first'
  const filter = {
    id,
    key,
    result,
    scope: round === 'makeup' ? round : scope,
  }
  const answer = useApi('GET /staff/training/scores', { ...filter, pageNum, pageSize: 100 })
  const reload = () => {
    answer.reload()
    changed()
  }
  const save = async () => {
    const saved = await scoring.save(round)
    reload()
    if (saved !== undefined) announce(`已保存 ${saved} 人的成绩`)
  }
  const choose = (chosen: Round) => setQuery(chosen === 'makeup' ? { round: 'makeup' } : {})
  const columns: ScoreColumn[] = of.passPractice === null ? ['theory'] : ['theory', 'practice']
  const paste = (row: ScoreRow, column: ScoreColumn, table: string[][]) => {
    const pasted = pasteScores({ rows: answer.data?.list ?? [], columns, at: { id: row.id, column } }, table)
    for (const { row: changed, change } of pasted.changes) scoring.type(changed, round, change)
    announce(pastedScoreWords(pasted))
  }
  const typing = { round, scoring, save, paste }
  const cell = (part: ScoreColumn) => (row: ScoreRow) => <ScoreCell row={row} part={part} {...typing} />
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>成绩</h2>
        {of.hasExam && (
          <Radio.Group
            aria-label="场次"
            value={round}
            onChange={event => choose(event.target.value)}
            optionType="button"
            options={rounds.map(value => ({ value, label: roundNames[value] }))}
          />
        )}
      </div>
      <DataTable<ScoreRow>
        caption={`${roundNames[round]}成绩`}
        answer={answer}
        unit="人"
        empty={
          round === 'makeup'
            ? { title: '没有需要补考的人', children: <p>首次考试不合格或缺考的，会列在这里。</p> }
            : { title: '名册里还没有人', children: <p>报名确认的人会列在这里。</p> }
        }
        filters={[
          { name: 'key', label: '姓名、考号', kind: 'text' },
          { name: 'result', label: '结果', options: results },
          ...(round === 'first' ? [{ name: 'scope', label: '范围', options: scopes }] : []),
        ]}
        save={() => saveFile('GET /staff/training/scores/export', filter)}
        actions={
          of.hasExam && (
            <>
              <SaveButton save={() => saveFile('GET /staff/training/scores/template', { id, round })}>
                下载录入表
              </SaveButton>
              <ScoreImport id={id} round={round} changed={reload} />
            </>
          )
        }
        columns={[
          {
            name: '姓名',
            cell: row => row.name,
            nowrap: true,
          },
          {
            name: '准考证号',
            cell: row => [row.ticketNumber, !row.isCheckedIn && '未报到'].filter(Boolean).join('　'),
            nowrap: true,
          },
          { name: '单位', cell: row => row.organisationName },
          ...(of.hasExam ? [{ name: '理论', cell: cell('theory') }] : []),
          ...(of.hasExam && of.passPractice !== null ? [{ name: '实操', cell: cell('practice') }] : []),
          ...(of.hasExam
            ? [
                {
                  name: '缺考',
                  cell: (row: ScoreRow) => <ScoreCell row={row} part="absent" {...typing} />,
                },
              ]
            : []),
          {
            name: '结果',
            cell: row => (
              <>
                <Tag tone={resultTones[row.result]}>{row.resultName}</Tag>
                {(row.certificateNumber ?? row.batchNumber) && (
                  <small className="cell-note">{row.certificateNumber ?? row.batchNumber}</small>
                )}
                {row[round]?.isAnnounced && !row.certificateNumber && <small className="cell-note">已公布</small>}
              </>
            ),
          },
        ]}
      />
      {of.hasExam && <ScoreSaving round={round} scoring={scoring} save={save} />}
    </section>
  )
}
