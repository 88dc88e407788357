import { Link } from 'react-router'
import { Upload } from '#ui/file/Upload.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Outcome } from '../board.ts'
import { BoardAttended } from './BoardAttended.tsx'
import { BoardNotes } from './BoardNotes.tsx'
import type { Board } from './StaffBoard.tsx'

const tones: Record<Outcome, Tone> = { pass: 'good', reject: 'bad', postpone: 'warn' }

/** What was decided, and where each application stands since. */
export const BoardResult = ({ of }: { of: Board }) => (
  <section className="desk-card">
    <h2>审议结果</h2>
    <p>决定：{of.opinion}</p>
    <BoardAttended of={of} />
    <Table
      caption="审议结果"
      rows={of.agenda}
      keyOf={({ applicationId }) => applicationId}
      columns={[
        {
          name: '申请人',
          cell: ({ applicationId, title, notes }) => (
            <>
              <Link to={`/staff/review/${applicationId}`}>{title}</Link>
              <BoardNotes notes={notes} />
            </>
          ),
        },
        { name: '事项', cell: ({ kindName, number }) => `${kindName} ${number}` },
        {
          name: '结果',
          cell: ({ outcome, outcomeName }) => outcome && <Tag tone={tones[outcome]}>{outcomeName}</Tag>,
          nowrap: true,
        },
        ...(of.agenda.some(({ votes }) => votes)
          ? [{ name: '表决', cell: ({ votes }: Board['agenda'][number]) => votes?.words ?? '未计票' }]
          : []),
        { name: '理由', cell: ({ reason }) => reason || '—' },
        { name: '现在', cell: ({ statusName }) => statusName, nowrap: true },
      ]}
    />
    {of.minutes.length > 0 && (
      <>
        <h3>会议纪要</h3>
        <Upload use="material" label="会议纪要" value={of.minutes} onChange={() => {}} readOnly />
      </>
    )}
  </section>
)
