import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { personFilters } from '../personFilters.ts'
import type { PersonList } from './StaffPersons.tsx'

export function PersonRegister({ list }: { list: PersonList }) {
  const { asked, kinds } = list
  const answer = useLoaded(list.page)
  const navigate = useNavigate()
  return (
    <section className="desk-card">
      <RegisterTable
        register="person"
        caption="人员"
        answer={answer}
        path="/staff/persons"
        unit="人"
        filters={registerFilters(personFilters, { kindCode: kinds })}
        asked={asked}
        save={given => saveFile('GET /staff/person/export', given)}
        pageOf={page => browserApi('GET /staff/person/list', { ...asked, ...page })}
        acts={(rows, done) => <WriteToChosen register="person" ids={rows.map(({ id }) => id)} sent={done} />}
        actions={
          <Button type="primary" onClick={() => navigate('?new=1')}>
            新增人员
          </Button>
        }
        empty={{ title: '还没有人员', children: <p>可以在这里新增，或由“批量导入”登记。</p> }}
        cells={{
          employerName: ({ organisationId, cells }) =>
            organisationId ? (
              <Link to={`/staff/organisations/${organisationId}`}>{cells.employerName}</Link>
            ) : (
              cells.employerName
            ),
        }}
      />
      <p>“完整姓名”一栏也可填写完整的手机或证件号码；为保护个人信息，不按其中一部分查找。</p>
    </section>
  )
}
