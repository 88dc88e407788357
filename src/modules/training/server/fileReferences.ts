import { defineFileReferences } from '#modules/files/server/references.ts'
import { course } from '../courses/server/tables.ts'

defineFileReferences(course.syllabus, course.attachmentIds)
