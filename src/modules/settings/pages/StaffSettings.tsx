import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useFile } from '#api/useFile.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { wordsOf } from '#lib/form/formWords.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { States } from '#ui/States.tsx'
import type { Route } from './+types/StaffSettings'
import { GreyDays } from './GreyDays.tsx'
import { SiteHistory } from './SiteHistory.tsx'

export { staffSettings as handle } from './screens.ts'

export const clientLoader = screenLoader(async api => {
  const [of, pictures] = await Promise.all([api('GET /staff/settings', {}), api('GET /staff/pictures', {})])
  return { of, pictures }
})

type Group = Output<ApiContract['GET /staff/settings']>[number]

const saveGroup = ({ code }: Group, form: FormValues, version: string) =>
  code === 'payAccount'
    ? browserApi('POST /staff/settings/payAccount', { version, form })
    : browserApi('POST /staff/settings/save', { code, version, form })

/** 站点设置: a card a group; one of them is open at a time. */
export default function StaffSettings({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.of)
  const pictures = useLoaded(loaderData.pictures)
  const [open, setOpen] = useState<string | null>(null)
  const [said, say] = useState('')
  const { reload } = answer
  const saved = (name: string) => {
    setOpen(null)
    say(`${name}已保存`)
    reload()
  }
  const card = { open, setOpen, reload }
  return (
    <>
      <States answer={answer}>
        {groups => (
          <>
            {groups.map(group => (
              <Card
                key={group.code}
                {...group}
                {...card}
                save={(form, version) => saveGroup(group, form, version).then(() => saved(group.name))}
              >
                {group.code === 'display' && ((typed, change) => <GreyDays typed={typed} change={change} />)}
              </Card>
            ))}
          </>
        )}
      </States>
      <States answer={pictures}>
        {shown => (
          <Card
            {...shown}
            code="pictures"
            name="徽标与二维码"
            hint="徽标显示在每一页；二维码显示在宽屏页面右侧的“官方微信”里。"
            {...card}
            save={(form, version) =>
              browserApi('POST /staff/pictures/save', { form, version }).then(() => saved('徽标与二维码'))
            }
          />
        )}
      </States>
      <SiteHistory objectType="setting" seen={[answer.data, pictures.data]} done={reload} />
      <p className="hidden-text" role="status">
        {said}
      </p>
    </>
  )
}

type CardProps = Pick<Group, 'code' | 'name' | 'hint' | 'fields' | 'values' | 'version'> & {
  open: string | null
  setOpen: (code: string | null) => void
  reload: () => void
  save: (form: FormValues, version: string) => Promise<unknown>
  children?: false | ((typed: FormValues, change: (values: FormValues) => void) => ReactNode)
}

function Card({ code, name, hint, fields, values, version, open, setOpen, reload, save, children }: CardProps) {
  const isOpen = open === code
  return (
    <section className="desk-card" aria-label={name}>
      <div className="desk-card-head">
        <h2>{name}</h2>
        {!isOpen && (
          <Button disabled={open !== null} onClick={() => setOpen(code)}>
            修改<span className="hidden-text">{name}</span>
          </Button>
        )}
      </div>
      <p>{hint}</p>
      {isOpen ? (
        <RecordForm
          fields={fields}
          values={values}
          version={version}
          reload={reload}
          onCancel={() => setOpen(null)}
          save={(form, seen) => save(form, seen ?? version)}
        >
          {children || undefined}
        </RecordForm>
      ) : (
        <dl className="facts">
          {fields.map(field => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>
                <Shown field={field} value={values[field.name]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Shown({ field, value }: { field: FormField; value: FormValues[string] | undefined }) {
  if (field.kind === 'picture' && typeof value === 'number') return <Picture id={value} name={field.label} />
  return wordsOf(field, value) || '未设置'
}

function Picture({ id, name }: { id: number; name: string }) {
  const { url, error } = useFile(id)
  return url ? <img src={url} alt={name} width="96" height="96" /> : (error ?? '…')
}
