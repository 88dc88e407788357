import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { articleFilters } from '../articleFilters.ts'

/** Columns of the recycle bin, where nobody chooses others. */
const TRASH_COLUMNS = 'title,catalogName,statusName,deletedAt'

export const articles = registerScreen(articleFilters, {
  name: '文章',
  register: 'article',
  path: '/staff/articles',
  list: (api, { columns, ...asked }, page) =>
    api('GET /staff/article/list', {
      ...asked,
      ...page,
      columns: columns ?? (asked.trash === '1' ? TRASH_COLUMNS : undefined),
    }),
  save: given => saveFile('GET /staff/article/export', given),
})
