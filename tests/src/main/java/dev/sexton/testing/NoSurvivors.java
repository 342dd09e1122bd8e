package dev.sexton.testing;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test after which a process, a product thread or descriptors are left that were not there
 * before it.
 */
public final class NoSurvivors implements BeforeEachCallback, AfterEachCallback {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(NoSurvivors.class);

  @Override
  public void beforeEach(ExtensionContext context) {
    context.getStore(NAMESPACE).put(SurvivorCheck.class, SurvivorCheck.begin());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    SurvivorCheck check =
        context.getStore(NAMESPACE).remove(SurvivorCheck.class, SurvivorCheck.class);
    if (check != null) {
      check.assertNothingNew();
    }
  }
}
