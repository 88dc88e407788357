import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { papers } from '#modules/certificates/designSchema.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { type RecordRow, recordCalls, recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffDesigns'

export { staffDesigns as handle } from '#modules/certificates/pages/screens.ts'

export const clientLoader = recordsLoader('certificateDesign')

type Design = RecordRow<'certificateDesign'>

const LIST = '/staff/certificate-designs'

/** 证书版式: the association's own sheets; what no design is for has the program's. */
export default function StaffDesigns({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const desk = useSiteDesk({
    answer: useLoaded(loaderData),
    called: '证书版式',
    ...recordCalls('certificateDesign'),
  })
  const edit = ({ id }: Design) => void navigate(`${LIST}/${id}`)
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>本会的版式</h2>
          <Button type="primary" onClick={() => navigate(`${LIST}/new`)}>
            新增版式
          </Button>
        </div>
        <p>
          没有选到的种类用程序自带的样式。已发的证书保持发证时的样子；修改、删除版式只影响以后签发、换发、更正和补发的证书。
        </p>
        {desk.notice}
        <States
          answer={desk.answer}
          empty={{
            title: '现在都用程序自带的样式',
            children: (
              <p>
                程序自带人员证书、单位能力评价证书、会员证书和获奖证书的样式，横向 A4，留有盖章的位置，带查验二维码。
                要用本会自己的标题、正文、背景图和印章，请新增版式，并选它用于哪些种类；没有选到的种类照旧。
              </p>
            ),
          }}
        >
          {({ list }) => <Table caption="证书版式" columns={columnsOf({ ...desk, edit })} rows={list} />}
        </States>
      </section>
      {desk.dialogs}
    </>
  )
}

type Desk = { edit: (design: Design) => void; askRemoval: (design: Design) => void }

const columnsOf = (desk: Desk): TableColumn<Design>[] => [
  {
    name: '名称',
    cell: ({ id, name, isOwnTemplate }) => (
      <>
        <Link to={`${LIST}/${id}`}>{name}</Link> {isOwnTemplate && <Tag tone="water">自己的模板</Tag>}
      </>
    ),
    width: '26%',
  },
  { name: '用于', cell: ({ kindNames }) => kindNames.join('、') || <Tag tone="warn">还没有选种类</Tag> },
  {
    name: '纸张',
    cell: ({ values }) => papers[values.paper === 'portrait' ? 'portrait' : 'landscape'].name,
    nowrap: true,
  },
  { name: '印章', cell: ({ values }) => (values.seal === 'printed' ? '印出' : '盖实物章'), nowrap: true },
  { name: '办理', nowrap: true, cell: design => <RowActs row={design} desk={desk} /> },
]
