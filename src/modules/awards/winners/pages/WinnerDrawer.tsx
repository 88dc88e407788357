import { Drawer } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { winnerTones } from '#modules/awards/pages/winnerTones.ts'
import { Facts } from '#ui/Facts.tsx'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { useTakenOut } from '#ui/table/useTakenOut.ts'
import { awardName } from '../winning.ts'
import { WinnerActs } from './WinnerActs.tsx'

export type Winner = Output<ApiContract['GET /staff/award-winner/detail']>
type Kinds = readonly { id: number; name: string }[]

/** One winner beside the list; which one stands in the address. */
export function WinnerDrawer({ kinds, changed }: { kinds: Kinds; changed: () => void }) {
  const [query] = useSearchParams()
  const id = Number(query.get('winner')) || undefined
  const answer = useApi('GET /staff/award-winner/detail', id ? { id } : null)
  const close = useTakenOut('winner')
  const winner = answer.data?.id === id ? answer.data : undefined
  return (
    <Drawer title="获奖项目" open={id !== undefined} onClose={close} size="min(42rem, 100vw)" destroyOnHidden>
      <States answer={{ ...answer, data: winner }}>
        {of => (
          <>
            <Sheet of={of} />
            <WinnerActs
              key={of.version}
              of={of}
              kinds={kinds}
              gone={() => {
                close()
                changed()
              }}
              reload={() => {
                answer.reload()
                changed()
              }}
            />
          </>
        )}
      </States>
    </Drawer>
  )
}

const Sheet = ({ of }: { of: Winner }) => (
  <>
    <h3>{of.name}</h3>
    <Facts
      facts={[
        ['状态', <StateTag key="state" of={of} tones={winnerTones} />],
        ['公布自', of.shownFrom],
        ['撤销', of.withdrawn && `${of.withdrawn.date}：${of.withdrawn.reason}`],
        ['获奖', `${of.year} 年度${awardName(of)}`],
        ['专业组', of.groupName],
        ['单位', of.organisations.join('、')],
        ['人员', of.persons.join('、')],
        ['授奖日期', of.awardedOn],
        ['申报', of.applicationId && <Link to={`/staff/review/${of.applicationId}`}>查看申报与评审经过</Link>],
      ]}
    />
    {of.papers.length > 0 && (
      <Table
        caption="获奖证书"
        rows={of.papers}
        keyOf={({ certificateId }) => certificateId}
        columns={[
          {
            name: '证书编号',
            cell: ({ certificateId, number }) => <Link to={`/staff/certificates/${certificateId}`}>{number}</Link>,
            nowrap: true,
          },
          { name: '获奖者', cell: ({ holderName }) => holderName },
          { name: '名次', cell: ({ role, place }) => `${role}第 ${place}`, nowrap: true },
          { name: '状态', cell: ({ statusName }) => statusName, nowrap: true },
        ]}
      />
    )}
  </>
)
