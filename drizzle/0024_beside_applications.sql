DROP INDEX "application_open";--> statement-breakpoint
ALTER TABLE "application" ADD COLUMN "beside_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "application_open" ON "application" USING btree ("account_id","kind",coalesce(subject_id, 0),coalesce(beside_id, 0)) WHERE state not in ('approved', 'rejected', 'withdrawn', 'expired');