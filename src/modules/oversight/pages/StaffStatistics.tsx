export default function StaffStatistics() {
  return null
}
