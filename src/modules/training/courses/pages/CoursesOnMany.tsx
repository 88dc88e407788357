import { browserApi } from '#api/browser.ts'
import { type ActForMany, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import type { ManyAct } from '../manyActs.ts'

type Row = { id: number; title: string }

const acts: ActForMany<ManyAct>[] = [
  {
    code: 'publish',
    name: '公布',
    intro: '公布后，网站上立即可以看到；缺少的内容逐个说明。',
    fields: [],
    back: '还没有人报名的恢复为草稿。',
  },
  {
    code: 'withdraw',
    name: '撤下',
    intro: '还没有人报名的恢复为草稿，网站上不再显示。',
    fields: [],
    back: '重新公布。',
  },
  { code: 'close', name: '截止报名', intro: '现在起不再接受报名；已提交的报名照常办理。', fields: [] },
  {
    code: 'reopen',
    name: '改报名截止日',
    intro: '到截止日当天 24 时（北京时间）为止可以报名。',
    fields: [{ name: 'deadline', label: '新的截止日', section: '', kind: 'day', required: true }],
  },
]

/** What can be done to many courses at once, each as on its own screen. */
export const CoursesOnMany = ({ rows, done }: { rows: Row[]; done: () => void }) => (
  <ActsOnMany
    rows={rows}
    nameOf={({ title }) => title}
    unit="个培训班"
    acts={acts}
    changed={done}
    send={(act, ids, { deadline }) =>
      browserApi('POST /staff/training/course/actMany', { ids, act, deadline: deadline ? String(deadline) : null })
    }
    takeBack={(act, some) =>
      browserApi('POST /staff/training/course/actMany', {
        ids: some.map(({ id }) => id),
        act: act === 'publish' ? 'withdraw' : 'publish',
      })
    }
  />
)
