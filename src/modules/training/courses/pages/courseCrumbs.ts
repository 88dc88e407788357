/** Where the pages of courses stand. */
export const COURSES_CRUMBS = [
  { name: '培训考核', route: '/admin/news/list/10' },
  { name: '培训报名', route: '/admin/publicity/training' },
]
