import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { organisationFilters } from '../organisationFilters.ts'
import type { OrganisationList } from './StaffOrganisations.tsx'
import { TagMany } from './TagMany.tsx'

export function OrganisationRegister({ list: { asked, page, trades, natures, tags } }: { list: OrganisationList }) {
  const navigate = useNavigate()
  const answer = useLoaded(page)
  return (
    <section className="desk-card">
      <RegisterTable
        register="organisation"
        caption="单位"
        answer={answer}
        path="/staff/organisations"
        unit="家单位"
        filters={registerFilters(organisationFilters, { category: trades, nature: natures, tag: tags })}
        asked={asked}
        save={given => saveFile('GET /staff/organisation/export', given)}
        pageOf={page => browserApi('GET /staff/organisation/list', { ...asked, ...page })}
        acts={(rows, done) => (
          <>
            <TagMany rows={rows} done={done} />
            <WriteToChosen register="organisation" ids={rows.map(({ id }) => id)} sent={done} />
          </>
        )}
        actions={
          <Button type="primary" onClick={() => navigate('?new=1')}>
            新增单位
          </Button>
        }
        empty={{ title: '还没有单位', children: <p>可以在这里新增，或由“批量导入”登记。</p> }}
        cells={{
          member: ({ member, cells }) =>
            member ? <Link to={`/staff/members/${member.id}`}>{cells.member}</Link> : cells.member,
        }}
      />
    </section>
  )
}
