import './greyDays.css'
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useFile } from '#api/useFile.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { isRefusal } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { Day } from '#ui/Day.tsx'
import { Facts } from '#ui/Facts.tsx'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { States } from '#ui/States.tsx'
import { StatusMessage } from '#ui/StatusMessage.tsx'
import { comingMemorialDays } from '../memorialDays.ts'
import type { Route } from './+types/StaffSettings'
import { ColourPreview, coloursIn, keepColours } from './ColourPreview.tsx'
import { SiteHistory } from './SiteHistory.tsx'
import { WordFiles } from './WordFiles.tsx'

export { staffSettings as handle } from './screens.ts'

export const clientLoader = screenLoader(async api => {
  const [of, pictures, seal] = await Promise.all([
    api('GET /staff/settings', {}),
    api('GET /staff/pictures', {}),
    api('GET /staff/seal', {}).catch(nullIfForbidden),
  ])
  return { of, pictures, seal }
})

/** The seal is a matter of fewer people than the other settings. */
function nullIfForbidden(error: unknown) {
  if (isRefusal(error) && error.code === 403) return null
  throw error
}

/** The cards of the pictures and of the seal, which are no groups of settings. */
const PICTURES = 'pictures'
const SEAL = 'seal'

type Group = Output<ApiContract['GET /staff/settings']>[number]

type Preview = (typed: FormValues, change: (values: FormValues) => void) => ReactNode

/** Previews below the fields of a group while it is edited. */
const previews: Partial<Record<Group['code'], Preview>> = {
  display: (typed, change) => <GreyDays typed={typed} change={change} />,
  words: (typed, change) => (
    <WordFiles lists={{ forbidden: '禁用词', doubtful: '须核对的用语' }} typed={typed} change={change} />
  ),
  advertWords: (typed, change) => (
    <WordFiles lists={{ forbidden: '广告禁用词', doubtful: '须核实的用语' }} typed={typed} change={change} />
  ),
  colours: (typed, change) => <ColourPreview typed={typed} change={change} />,
}

const saveGroup = ({ code }: Group, form: FormValues, version: string) =>
  code === 'payAccount'
    ? browserApi('POST /staff/settings/payAccount', { version, form })
    : browserApi('POST /staff/settings/save', { code, version, form })

/** 站点设置: a card a group; one of them is open at a time. */
export default function StaffSettings({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.of)
  const pictures = useLoaded(loaderData.pictures)
  const seal = useLoaded(loaderData.seal)
  const asked = useLocation().hash.slice(1)
  const isKnown = asked === PICTURES || asked === SEAL || loaderData.of.some(({ code }) => code === asked)
  // The set-up list leads to what is still to be filled in.
  const [open, setOpen] = useState(isKnown ? asked : null)
  const [said, say] = useState('')
  const mayChangeAccount = useMay('staff:finance')
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
                lock={group.code === 'payAccount' && !mayChangeAccount ? '由有财务权限的同事修改' : undefined}
                save={async (form, version) => {
                  await saveGroup(group, form, version)
                  if (group.code === 'colours') keepColours(coloursIn(form))
                  saved(group.name)
                }}
              >
                {previews[group.code]}
              </Card>
            ))}
          </>
        )}
      </States>
      <States answer={pictures}>
        {shown => (
          <Card
            {...shown}
            code={PICTURES}
            name="徽标与二维码"
            hint="徽标显示在每一页；二维码显示在宽屏页面右侧的“官方微信”里。"
            {...card}
            save={(form, version) =>
              browserApi('POST /staff/pictures/save', { form, version }).then(() => saved('徽标与二维码'))
            }
          />
        )}
      </States>
      <States answer={seal}>
        {shown =>
          shown && (
            <Card
              {...shown}
              code={SEAL}
              name="印章"
              hint="按证书版式印在证书上。图片不公开，只有能改它的人看得到；更换时需再次输入密码，只影响以后签发、补发的证书。"
              {...card}
              reload={seal.reload}
              save={(form, version) =>
                browserApi('POST /staff/seal/save', { form, version }).then(() => {
                  seal.reload()
                  saved('印章')
                })
              }
            />
          )
        }
      </States>
      <section className="desk-card" aria-label="短信与邮件">
        <h2>短信与邮件</h2>
        <p>
          由运行网站的人在服务器上配置；配置以后在<Link to="/staff/setup">建站清单</Link>里试发一条，看能否收到。
        </p>
      </section>
      <SiteHistory objectType="setting" seen={[answer.data, pictures.data]} done={reload} />
      <StatusMessage>{said}</StatusMessage>
    </>
  )
}

type CardProps = Pick<Group, 'code' | 'name' | 'hint' | 'fields' | 'values' | 'version'> & {
  open: string | null
  setOpen: (code: string | null) => void
  reload: () => void
  save: (form: FormValues, version: string) => Promise<unknown>
  /** Why who is here cannot change it. */
  lock?: string | undefined
  children?: Preview
}

function Card({ code, name, hint, fields, values, version, open, setOpen, reload, save, lock, children }: CardProps) {
  const isOpen = open === code && lock === undefined
  return (
    <section id={code} className="desk-card" aria-label={name}>
      <div className="desk-card-head">
        <h2>{name}</h2>
        {lock !== undefined && <p>{lock}</p>}
        {!isOpen && lock === undefined && (
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
          {children}
        </RecordForm>
      ) : (
        <Facts
          facts={fields.map(field => [
            field.label,
            <Shown key={field.name} field={field} value={values[field.name]} />,
          ])}
        />
      )}
    </section>
  )
}

function Shown({ field, value }: { field: FormField; value: FormValues[string] | undefined }) {
  if (field.kind === 'picture' && typeof value === 'number') return <Picture id={value} name={field.label} />
  return keepTogether(fieldText(field, value) || '未设置')
}

function Picture({ id, name }: { id: number; name: string }) {
  const { url, error } = useFile(id)
  return url ? <img src={url} alt={name} width="96" height="96" /> : (error ?? '…')
}

type Props = { typed: FormValues; change: (values: FormValues) => void }

/** The days that come, one click each, and what grey looks like. */
function GreyDays({ typed, change }: Props) {
  const [isShown, show] = useState(false)
  useEffect(() => {
    if (!isShown) return
    document.documentElement.classList.add('grey')
    return () => document.documentElement.classList.remove('grey')
  }, [isShown])
  return (
    <section className="grey-days" aria-label="纪念日">
      <p>即将到来的纪念日，是否启用由协会决定。全国哀悼日以国务院公告为准。</p>
      <ul role="list">
        {comingMemorialDays(dayOf(new Date())).map(({ day, name, from, to }) => (
          <li key={day}>
            <span>
              <Day of={day} /> {name}
            </span>
            <Button onClick={() => change({ ...typed, greyFrom: from, greyTo: to })}>
              用这一天<span className="hidden-text">：{name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p>
        <Button aria-pressed={isShown} onClick={() => show(!isShown)}>
          {isShown ? '结束预览' : '在本页预览灰色效果'}
        </Button>
      </p>
    </section>
  )
}
