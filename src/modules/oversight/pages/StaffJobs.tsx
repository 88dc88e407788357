export default function StaffJobs() {
  return null
}
