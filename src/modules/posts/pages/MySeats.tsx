import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { longDay } from '#lib/dates.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { appointmentTones } from './appointmentTones.ts'

/** 本单位的席位: who holds which post for the company; nothing where it never had one. */
export function MySeats() {
  const { data } = useApi('GET /member/seats', {})
  if (!data || data.seats.length === 0) return null
  const { seats, application, mayHandOver } = data
  return (
    <section className="centre-card">
      <h2>在协会的席位</h2>
      <Table
        caption="在协会的席位"
        rows={seats}
        columns={[
          { name: '职务', cell: of => `${of.bodyName}${of.postName}`, nowrap: true },
          { name: '姓名', cell: of => of.personName, nowrap: true },
          {
            name: '任期',
            cell: of => `${of.termNumber}　${longDay(of.fromDay)}${of.until ? `至${longDay(of.until)}` : '起'}`.trim(),
          },
          {
            name: '聘书',
            cell: ({ id, letterNumber }) =>
              letterNumber ? (
                <SaveButton save={() => saveFile('GET /member/seat/letter', { id })}>
                  下载<span className="hidden-text">聘书 {letterNumber}</span>
                </SaveButton>
              ) : (
                '—'
              ),
          },
          { name: '状态', cell: of => <StateTag of={of} tones={appointmentTones} />, nowrap: true },
        ]}
      />
      {application ? (
        <p>
          席位代表变更：{application.statusName}。<Link to={`/admin/user/doing/${application.id}`}>查看进度</Link>
        </p>
      ) : (
        mayHandOver && (
          <p>
            代表调动、退休的，<Link to="/admin/user/apply/seatHandover">申请更换代表</Link>
            ：附盖章的推荐函，经审核和会议同意后更换，届次和职务不变。
          </p>
        )
      )}
    </section>
  )
}
