import './companyFile.css'
import { Button } from 'antd'
import { Children, type ReactNode, useState } from 'react'
import { Link, replace } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { useEditing } from '#layouts/staff/useEditing.ts'
import type { Output } from '#lib/contract.ts'
import { Facts } from '#ui/Facts.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Neighbours } from '#ui/register/Neighbours.tsx'
import { Tag } from '#ui/Tag.tsx'
import { OrganisationNotes } from '../notes/pages/OrganisationNotes.tsx'
import type { Route } from './+types/StaffOrganisation'
import { FilePeople } from './FilePeople.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { organisations } from './registers.ts'

/** A glance is enough of most lists. */
const ROWS_SHOWN = 6

/** Rows of the company file: the first few, and the others when somebody asks for them. */
function FileRows({ unit, children }: { unit: string; children: ReactNode }) {
  const [all, showAll] = useState(false)
  const rows = Children.toArray(children)
  return (
    <>
      <ul className="file-rows" role="list">
        {all ? rows : rows.slice(0, ROWS_SHOWN)}
      </ul>
      {rows.length > ROWS_SHOWN && (
        <Button type="link" className="file-more" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? '只看前几条' : `显示全部 ${rows.length} ${unit}`}
        </Button>
      )}
    </>
  )
}

const FileParts = ({ parts }: Pick<OrganisationFile, 'parts'>) => (
  <div className="file-parts">
    {parts.map(({ name, title, empty, rows, more }) => (
      <section key={name} className="desk-card">
        <h2>{title}</h2>
        {rows.length === 0 ? (
          <p>{empty}。</p>
        ) : (
          <FileRows unit="条">
            {rows.map((row, i) => (
              <li key={`${row.title}${row.text}${i}`}>
                <b>{row.route ? <Link to={row.route}>{row.title}</Link> : row.title}</b>
                <span>{row.text}</span>
                <span>{row.state && <Tag tone={row.state.tone}>{row.state.name}</Tag>}</span>
              </li>
            ))}
          </FileRows>
        )}
        {more && <p>只列出最近的 {rows.length} 条。</p>}
      </section>
    ))}
  </div>
)

export { staffOrganisation as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  const file = await api('GET /staff/organisation/detail', { id })
  // The address of one that was merged leads to the other.
  if (file.id !== id) throw replace(`/staff/organisations/${file.id}`)
  return file
})

export type OrganisationFile = Output<ApiContract['GET /staff/organisation/detail']>

/** The company file: all that the association knows of an organisation, on one page. */
export default ({ loaderData: file }: Route.ComponentProps) => <Company key={file.id} file={file} />

function Company({ file }: { file: OrganisationFile }) {
  useScreenName(file.name)
  const { isEditing, edit, form } = useEditing()
  return isEditing ? (
    <Editing file={file} {...form} />
  ) : (
    <>
      <Neighbours of={organisations} id={file.id} unit="家" />
      <FilePeople file={file} />
      <Head file={file} edit={edit} />
      <Expiries file={file} />
      <FileParts parts={file.parts} />
      <OrganisationNotes id={file.id} />
    </>
  )
}

function Head({ file, edit }: { file: OrganisationFile; edit: () => void }) {
  const mayIssue = useMay('staff:certificates')
  return (
    <section className="desk-card company-facts">
      <div className="desk-card-head">
        <h2>{file.name}</h2>
        <span className="form-actions">
          <Button onClick={edit}>修改资料</Button>
          <Link to={`/staff/organisations/${file.id}/merge`}>合并到另一家、删除…</Link>
          {mayIssue && <Link to={`/staff/certificates?issue=1&organisationId=${file.id}`}>为它签发证书</Link>}
        </span>
      </div>
      <Facts facts={file.facts.map(({ label, text }) => [label, text] as const)} />
    </section>
  )
}

const Expiries = ({ file: { id, expiries } }: { file: OrganisationFile }) => (
  <section className="desk-card">
    <div className="desk-card-head">
      <h2>到期日历</h2>
      <SaveButton save={() => saveFile('GET /staff/organisation/calendar', { id })}>下载日历（.ics）</SaveButton>
    </div>
    {expiries.length === 0 ? (
      <p>今后三年没有到期的证书、会员资格或广告。</p>
    ) : (
      <FileRows unit="项">
        {expiries.map(({ title, text, endsOn, daysLeft }) => (
          <li key={`${endsOn}${title}${text}`}>
            <b>{endsOn}</b>
            <span>
              {title}　{text}
            </span>
            <span>{daysLeft === 0 ? '今天到期' : `还有 ${daysLeft} 天`}</span>
          </li>
        ))}
      </FileRows>
    )}
  </section>
)

type EditingProps = { file: OrganisationFile; done: () => void; cancel: () => void; reload: () => void }

function Editing({ file, done, cancel, reload }: EditingProps) {
  const sending = useSubmit('POST /staff/organisation/edit')
  const save = async (form: Record<string, unknown>) => {
    const saved = await sending.submit({ id: file.id, version: file.version, form })
    if (saved) done()
    return saved !== undefined
  }
  return (
    <section className="desk-card">
      <h2>修改资料：{file.name}</h2>
      <RegisterForm
        name={`organisation-${file.id}`}
        fields={file.fields}
        form={file.form}
        masked={file.masked}
        save={save}
        sending={sending}
        reload={reload}
        cancel={cancel}
      />
    </section>
  )
}
