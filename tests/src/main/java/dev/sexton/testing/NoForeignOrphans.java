package dev.sexton.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Each test of the class, or this test, must not be disturbed by others' orphans, because a reap of
 * it must verify on the host: it runs while it holds {@link HostOrphanGate#noForeignOrphans()},
 * from before its {@code @BeforeEach} until after its {@code @AfterEach} methods. It may leave
 * orphans itself.
 *
 * <p>What stands at a method goes before what stands at its class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(HostOrphanGateExtension.class)
public @interface NoForeignOrphans {}
