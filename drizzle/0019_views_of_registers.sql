DROP INDEX "saved_view_owner_id_name_index";--> statement-breakpoint
DROP INDEX "saved_view_default";--> statement-breakpoint
ALTER TABLE "saved_view" ADD COLUMN "register" text DEFAULT 'application' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_view" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_own" ON "saved_view" USING btree ("owner_id","register","name") WHERE not is_shared;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_shared" ON "saved_view" USING btree ("register","name") WHERE is_shared;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_default" ON "saved_view" USING btree ("owner_id","register") WHERE is_default;