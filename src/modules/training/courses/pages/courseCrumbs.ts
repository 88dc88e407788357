export const COURSES_CRUMBS = [{ name: '培训报名', route: '/admin/publicity/training' }]
